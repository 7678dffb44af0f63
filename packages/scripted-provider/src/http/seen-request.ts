/** A request as it arrived, for tests and benches. */
export interface SeenRequest {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}
