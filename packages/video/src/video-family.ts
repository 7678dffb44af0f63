/**
 * The three ways in which the interface words a request: `vf-1` (fixed durations up to 20 s), `vf-2` (native, short), `vf-3` (multimodal, in
 * `metadata`).
 */
export type VideoFamily = 'vf-1' | 'vf-2' | 'vf-3'
