import type { Exchange } from '../exchange.ts'

/** Gives back what a request holds once its answer is through or its client gone, which may be already. */
export function releaseWhenClosed(exchange: Exchange, release: () => void): void {
  if (exchange.response.closed) release()
  else (exchange.releases ??= []).push(release)
}
