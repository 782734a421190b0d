/* A page that is all board. */
play.page = (data) => {
  const { players } = data.play, ahead = ({ depth, nodes, seconds }) => (seconds ? `${seconds} s per move` : nodes ? `${nodes.toLocaleString('en')} nodes per move` : `${depth} plies ahead`);
  document.querySelector('h1').textContent = players.length > 1 ? players.map(({ name }) => name).join(' against ') : `Play against ${players[0].name}`;
  document.querySelector('header p').textContent = players.length > 1
    ? `Two Connect Four genomes, ${players.map((player) => `${player.name} looking ${ahead(player)}`).join(', ')}: watch them, or take a side.`
    : `A Connect Four genome that looks ${ahead(players[0])}.`;
  players.filter((player) => player.comment).forEach((player) => {
    document.querySelector('footer details').append(h('p', {}, `${player.name}:`), h('pre', { tabindex: 0 }, player.comment.replace(/^[;#] ?/gm, '')));
  });
  play.start(document.querySelector('main'), data, { whole: true });
};
