/** German texts: ending. */
export default {
};
