import type { RequestReport } from '@interlingua/console/api'
import { ShownText } from '../../elements/shown-text.tsx'
import { formatCount, formatCounted, formatMillis, formatMoney } from '../../format/numbers.ts'
import { overview } from '../../live/live.ts'

const width = 1000

/** Attempts of a request on one line of time: light until the head of the upstream's answer, dark from there to its end. */
export function AttemptChart({ report }: { readonly report: RequestReport }) {
  const { details, attempts, millis = 0 } = report
  const shown = details?.attempts ?? []
  const currency = overview.value?.currency
  return (
    <section aria-labelledby="attempts">
      <h2 id="attempts">Attempts</h2>
      {shown.length === 0 ? (
        <p class="muted">{whyNone(attempts, report)}</p>
      ) : (
        <table class="rows attempts">
          <thead>
            <tr>
              <th scope="col">attempt</th>
              <th scope="col">from 0 to {formatMillis(millis)}</th>
              <th scope="col">outcome</th>
            </tr>
          </thead>
          <tbody>
            {shown.map((attempt, index) => {
              const { channel, model, from, head, to, status, outcome, message, tokens, costMicros } = attempt
              const span = Math.max(millis, ...shown.map((each) => each.to), 1)
              const at = (time: number): number => (time / span) * width
              const until = head ?? to
              return (
                <tr key={index}>
                  <th scope="row" data-label="attempt">
                    <span>
                      {index + 1} <ShownText text={channel} most={40} />/<ShownText text={model} most={60} />
                    </span>
                  </th>
                  <td data-label={`from 0 to ${formatMillis(millis)}`} class="chart">
                    <svg viewBox={`0 0 ${width} 16`} preserveAspectRatio="none" aria-hidden="true">
                      <rect class="waited" x={at(from)} y={2} width={Math.max(2, at(until) - at(from))} height={12} />
                      <rect class="answered" x={at(until)} y={2} width={Math.max(0, at(to) - at(until))} height={12} />
                    </svg>
                    <span class="muted">
                      {formatMillis(from)} to {formatMillis(to)}
                      {head !== undefined && `, answered from ${formatMillis(head)}`}
                    </span>
                  </td>
                  <td data-label="outcome">
                    <span>
                      <span class={outcome === 'ok' ? 'ok' : 'bad'}>
                        {status ?? ''} <ShownText text={outcome} most={60} />
                      </span>
                      {index < shown.length - 1 && (
                        <span class="muted"> → next candidate {message && <ShownText text={message} most={300} />}</span>
                      )}
                      {tokens !== undefined && (
                        <span class="muted">
                          {' '}
                          · reported {formatCounted(tokens.input ?? 0, 'token')} in and {formatCount(tokens.output ?? 0)} out,{' '}
                          {costMicros === undefined || currency === undefined ? 'not priced' : formatMoney(costMicros, currency)}
                        </span>
                      )}
                    </span>
                  </td>
                </tr>
              )
            })}
          </tbody>
        </table>
      )}
    </section>
  )
}

/** Reason why there is no list: a request whose only attempt went well has none, and old ones are kept without. */
function whyNone(attempts: number, { channel, outcome }: RequestReport): string {
  if (attempts === 0) return 'No upstream was called.'
  if (attempts === 1 && outcome === 'ok') return `One, at ${channel ?? 'a channel'}, which went well.`
  return `${attempts}. Their details are not kept any more.`
}
