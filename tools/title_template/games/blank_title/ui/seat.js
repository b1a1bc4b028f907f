// @ts-check
/** Blank Title: its seat page works without a script. */
