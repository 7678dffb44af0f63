/** Characters that are counted truly for a record: what is beyond gets their rate. */
export const countedLength = 65_536
