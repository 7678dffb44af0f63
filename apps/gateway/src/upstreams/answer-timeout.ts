/** An answer that began has taken longer than its channel allows. */
export class AnswerTimeout extends Error {
  override readonly name = 'AnswerTimeout'
  readonly code = 'ANSWER_TIMEOUT'

  constructor() {
    super('the answer took too long')
  }
}
