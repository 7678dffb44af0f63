/**
 * What may follow a failed attempt. `again`: nothing was carried out, and the same channel may be asked once more. `elsewhere`: nothing was
 * carried out, but this channel would say the same again. `final`: it may have been carried out, or is wrong everywhere.
 */
export type Verdict = 'again' | 'elsewhere' | 'final'
