/** English texts: games. */
export default {
};
