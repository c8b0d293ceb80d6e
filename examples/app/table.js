/** A table of any game, drawn from the view alone: this page knows no rules. */

/** Make an element; text is never taken for HTML. */
export function el(name, about = {}, ...children) {
  const made = Object.assign(document.createElement(name), about);
  made.append(...children.filter((one) => one !== null && one !== ""));
  return made;
}

/** Draw a view; `act` is called with the action that was chosen. */
export function drawTable(view, cards, act) {
  const plain = (text) => text
    .replace(/\[[^\][]+\]\(seat:(\d+)\)/g, (_, seat) => nameOf(view, Number(seat)))
    .replace(/\[([^\][]+)\]\(card:[^()]+\)/g, "$1");
  const row = (ids) => ids.map((id) => (id === null ? "▮" : cards.get(id) ?? id)).join(", ");
  const { board, choices } = view;
  const seats = view.seats.map(({ seat, score, cards: count }) => el("li",
    { className: view.to_act.includes(seat) ? "turn" : "" },
    [`${nameOf(view, seat)}${seat === view.seat ? " (you)" : ""}`, board ? `${count} cards, ${board.counts}: ${score}` : ""].filter(Boolean).join(": ")));
  const piles = (board?.open ?? []).map(({ seat, name, cards: shown, hidden }) => el("li", {},
    `${seat === null ? "" : `${nameOf(view, seat)}, `}${name}: `,
    [shown.length ? row(shown) : "", hidden ? `${hidden} face down` : ""].filter(Boolean).join(" and ")));
  const deeds = (board?.current?.deeds ?? []).map(({ seat, text, cards: shown }) =>
    el("li", {}, `${nameOf(view, seat)} ${plain(text)}${shown.length ? `: ${row(shown)}` : ""}`));
  return el("section", { id: "table", className: view.phase },
    el("h2", {}, board?.phase_text ? plain(board.phase_text) : "Before the start"),
    el("ul", {}, ...seats), el("ul", {}, ...piles),
    deeds.length ? el("h3", {}, board.current.name) : null, deeds.length ? el("ul", {}, ...deeds) : null,
    board?.mine ? el("p", { id: "hand" }, `Your cards: ${row(board.mine)}`) : null,
    choices ? offered(choices, plain, act) : null,
    view.outcome ? el("p", { id: "result" }, `Places: ${placesText(view)}`) : null,
    el("ul", { id: "story" }, ...view.story.map(({ text }) => el("li", {}, plain(text)))));
}

/** What may be done, each with the JSON that is sent for it. */
function offered(choices, plain, act) {
  const texts = [...choices.texts.map(({ text }) => text), ...choices.picks.map((pick) => pick.example_text)];
  const actions = [...choices.actions, ...choices.picks.map((pick) => pick.example)];
  return el("p", { id: "choices" }, ...actions.map((action, at) => el("button", { onclick: () => act(action) }, plain(texts[at]))));
}

/** Who came in at which place. */
const placesText = ({ seats, outcome: { places } }) =>
  seats.map(({ seat }) => `${nameOf({ seats }, seat)} ${places[seat] ?? "none"}`).join(", ");

/** What to call who holds a seat. */
const nameOf = ({ seats }, seat) => seats[seat].name ?? `${seats[seat].bot ? "Bot" : "Seat"} ${seat + 1}`;
