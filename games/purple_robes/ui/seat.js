// @ts-check
/** The Court of the Purple Robes: its seat page works without a script. */
