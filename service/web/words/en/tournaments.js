/** English texts: tournaments. */
export default {
};
