import type { RequestReport } from '@interlingua/console/api'
import { ShownText } from '../../elements/shown-text.tsx'
import { formatCount, formatShare } from '../../format/numbers.ts'

/** Tokens of a request, as far as they are known. */
export function TokenSums({ report: { tokens, estimated, details, priced, channel, upstreamModel } }: { readonly report: RequestReport }) {
  const { input, fresh, cacheRead, cacheWrite, output, reasoning } = tokens
  const inner = [
    fresh !== undefined && `${formatCount(fresh)} fresh`,
    cacheRead !== undefined && `${formatCount(cacheRead)} cached${input ? ` (${formatShare(cacheRead / input)})` : ''}`,
    cacheWrite !== undefined && `${formatCount(cacheWrite)} written to the cache`,
  ].filter((part) => part !== false)
  return (
    <section aria-labelledby="tokens">
      <h2 id="tokens">Tokens</h2>
      {input === undefined && output === undefined ? (
        <p class="muted">Not known.</p>
      ) : (
        <p>
          input {input === undefined ? 'not known' : formatCount(input)}
          {inner.length > 0 && ` = ${inner.join(' + ')}`} · output {output === undefined ? 'not known' : formatCount(output)}
          {reasoning !== undefined && reasoning > 0 && ` (${formatCount(reasoning)} reasoning)`}
          <br />
          <span class="muted">
            {estimated ? 'Estimated: the upstream reported none, or a part of them.' : 'As the upstream reported them.'}
            {details?.attempts?.some((attempt) => attempt.tokens !== undefined) && ' Those of failed attempts are among them.'}
            {priced && (
              <>
                {' '}
                Priced as <ShownText text={`${channel}/${upstreamModel}`} most={100} /> by the {priced.from}
                {priced.date && ` of ${priced.date}`}.
              </>
            )}
          </span>
        </p>
      )}
    </section>
  )
}
