/** English texts: table. */
export default {
};
