/* A board to play against the champion on; what it shows is in src/export/page. */
page.sections.play = (section) => {
  const [champion] = page.data.play.players;
  page.say('play', `The champion looks ${page.count(champion.depth, 'ply', 'plies')} ahead, as in the run, unless you choose another strength. `
    + 'Two people can play here, too, or the champion against itself.');
  page.session = play.start(section, page.data);
};
