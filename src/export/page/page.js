/* A page that is all board. */
play.page = (data) => {
  const { players } = data.play, ahead = ({ depth, nodes, seconds }) => (seconds ? `${seconds} s per move` : nodes ? `${nodes.toLocaleString('en')} nodes per move` : `${depth} plies ahead`);
  document.querySelector('header p').textContent = players.length > 1
    ? `Two Connect Four genomes, ${players.map((player) => `${player.name} looking ${ahead(player)}`).join(', ')}: watch them, or take a side.`
    : `A Connect Four genome that looks ${ahead(players[0])}. Drop four in a line before it does.`;
  players.filter((player) => player.comment).forEach((player) => {
    document.querySelector('footer details').append(h('p', {}, `${player.name}:`), h('pre', { tabindex: 0 }, player.comment.replace(/^[;#] ?/gm, '')));
  });
  play.start(document.querySelector('main'), data, { whole: true });
};
