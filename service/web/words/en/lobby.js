/** English texts: lobby. */
export default {
};
