import { StoreError } from '../store/store-error.ts'

/** Milliseconds: from one try to the next, and for all of them. */
const pause = 250
const patience = 15_000

/** Does what writes to the store, again where that cannot be reached, for a while; rejects with what the last try threw. It may be done twice. */
export async function retryUntilDone<Result>(step: () => Promise<Result>): Promise<Result> {
  const until = performance.now() + patience
  for (;;) {
    try {
      return await step()
    } catch (error) {
      if (!(error instanceof StoreError) || error.refused || performance.now() > until) throw error
      await new Promise((resolve) => setTimeout(resolve, pause))
    }
  }
}
