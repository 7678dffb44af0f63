/**
 * What may follow a failed attempt. `retry`: nothing was carried out, and the same channel may be asked once more. `next-channel`: nothing was
 * carried out, but this channel would say the same again. `final`: it may have been carried out, or is wrong everywhere.
 */
export type RetryDecision = 'retry' | 'next-channel' | 'final'
