/** English texts: waiting. */
export default {
};
