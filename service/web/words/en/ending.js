/** English texts: ending. */
export default {
};
