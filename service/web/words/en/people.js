/** English texts: people. */
export default {
};
