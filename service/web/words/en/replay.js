/** English texts: replay. */
export default {
};
