/* What perfect play says about a game: a summary, who wins before each move, and a note on each
   move that changed the result. */
page.analysisResult = (result) => (result > 0 ? 'the first player wins' : result < 0 ? 'the second player wins' : 'it is a draw');

/* The note on the move that led to this board. */
page.analysisNote = (game, ply) => {
  const note = game.analysis.notes.find((n) => n.move === ply);
  return note ? ` ${game.moves[ply - 1]} ${note.text}. Better: ${note.better}.` : '';
};

/* Fills `place` for a game and the number of moves on the board; called at every step. */
page.showAnalysis = (place, game, ply) => {
  place.replaceChildren();
  if (!game.analysis) return;
  place.append(h('p', { class: 'analysis-now' }, `With best play ${page.analysisResult(game.analysis.results[ply])}.`, page.analysisNote(game, ply)),
    h('p', { class: 'analysis-summary soft' }, game.analysis.summary));
};

page.heads.analysis = () => {
  const { games } = page.data, mistakes = d3.sum(games, (g) => g.analysis.notes.filter((n) => n.move > g.opening).length);
  return {
    kind: 'Games of Connect Four, analysed', lead: games.length === 1 ? games[0].analysis.summary : `${games.length} games, each compared with perfect play.`,
    tiles: [[page.thousands(games.length), games.length === 1 ? 'game' : 'games'], [page.thousands(d3.sum(games, (g) => (g.moves === '-' ? 0 : g.moves.length))), 'moves'],
      [page.thousands(mistakes), mistakes === 1 ? 'mistake' : 'mistakes']],
  };
};
