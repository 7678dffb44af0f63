/** Reason of skipped tests over recordings; the only reason that the run in a bare clone accepts. */
export const recordingsAbsent = 'the recordings are not beside the checkout (../shared/corpus)'
