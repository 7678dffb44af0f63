/** What is known of a request that an upstream carried out, beside what it tells: to guess at what it does not tell. */
export interface Evidence {
  /** About how many tokens the request was. Rejects where it cannot be read. */
  readonly input: () => Promise<number>
  /** What came of its answer. Absent: nothing. */
  readonly answer?: () => AnswerSample
}

/** Texts of an answer, of which there were `scale` (1 or more) times as many. */
export interface AnswerSample {
  readonly texts: readonly string[]
  readonly scale: number
}
