import type { RequestReport } from '@interlingua/console/api'
import { useLocation, useRoute } from 'preact-iso/router'
import { useEffect, useLayoutEffect } from 'preact/hooks'
import { reload } from '../../api/cache.ts'
import { AnswerView } from '../../elements/answer-view.tsx'
import { Command, CopyButton } from '../../elements/copy-button.tsx'
import { EmptyNote } from '../../elements/empty-note.tsx'
import { Moment } from '../../elements/moment.tsx'
import { ShownText } from '../../elements/shown-text.tsx'
import { StatusMark } from '../../elements/status-mark.tsx'
import { formatMillis, formatMoney } from '../../format/numbers.ts'
import { jsonOf, shellWord } from '../../format/shell-word.ts'
import { cutText, visibleText } from '../../format/visible-text.ts'
import { onRequest, overview } from '../../live/live.ts'
import { sendFormats } from '../home/send-request.ts'
import { AttemptChart } from './attempt-chart.tsx'
import { failureRemedy } from './failure-remedy.ts'
import { neighbour, requestPath } from './listed-requests.ts'
import { NoticeList } from './notice-list.tsx'
import { RecordingPart } from './recording-part.tsx'
import { TokenSums } from './token-sums.tsx'

/** Page of one request: its attempts, tokens, losses and record. */
export function RequestPage() {
  const { params, query } = useRoute()
  const { id = '' } = params
  const time = query['at'] === undefined ? '' : `?${new URLSearchParams({ at: query['at'] }).toString()}`
  const path = `/requests/${encodeURIComponent(id)}${time}`
  useEffect(
    () =>
      onRequest(({ phase, request }) => {
        if (phase === 'end' && request.id === id) void reload(path)
      }),
    [path],
  )
  return (
    <>
      <Neighbours id={id} />
      <AnswerView<RequestReport>
        path={path}
        noun="request"
        bars={8}
        absent={
          <EmptyNote what="There is no record of this request: it never was, it has not ended, or its record was deleted since.">
            <a class="button" href="/console/requests">
              All requests
            </a>
          </EmptyNote>
        }
      >
        {(report) => <Report report={report} />}
      </AnswerView>
    </>
  )
}

/** Links to the requests beside this one in the list that was shown last; `j` and `k` follow them. */
function Neighbours({ id }: { readonly id: string }) {
  const { route } = useLocation()
  const [newer, older] = [neighbour(id, -1), neighbour(id, 1)]
  // Listens as soon as the page is shown, so that no key is lost in between.
  useLayoutEffect(() => {
    function onKey({ key, target, ctrlKey, metaKey, altKey, defaultPrevented }: KeyboardEvent): void {
      if (ctrlKey || metaKey || altKey || defaultPrevented || document.querySelector('dialog[open]')) return
      if (target instanceof HTMLElement && /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName)) return
      const next = key === 'j' ? older : key === 'k' ? newer : undefined
      if (next !== undefined) route(requestPath(next))
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [newer, older])
  return (
    <p class="buttons">
      <a href="/console/requests">All requests</a>
      {newer !== undefined && (
        <a href={requestPath(newer)} title="k">
          Newer
        </a>
      )}
      {older !== undefined && (
        <a href={requestPath(older)} title="j">
          Older
        </a>
      )}
    </p>
  )
}

function Words({ by, text }: { readonly by: string; readonly text: string | undefined }) {
  if (text === undefined) return null
  return (
    <p>
      {by}: <ShownText text={text} most={300} />
    </p>
  )
}

/** Command that sends such a request again, without its content. */
function SameRequest({ report: { format: id, operation, model, stream } }: { readonly report: RequestReport }) {
  const format = operation === 'generate' ? sendFormats.find((each) => each.id === id) : undefined
  if (format === undefined) return null
  const { path, headers, body } = format
  const inPath = id === 'contents' && stream
  const where = inPath ? path(model).replace(':generate', ':streamGenerate') + '?alt=sse' : path(model)
  const sent = { ...body(model, 'CONTENT'), ...(stream && !inPath && { stream }) }
  const words = Object.entries(headers('$API_KEY')).map(([name, value]) => ` -H "${name}: ${value}"`)
  return (
    <>
      <p>Such a request with curl; its content is not kept:</p>
      <Command text={`curl ${shellWord(location.origin + where)}${words.join('')} ${jsonOf(sent)}`} />
    </>
  )
}

function Report({ report }: { readonly report: RequestReport }) {
  const { id, at, client, key, operation, format, model, channel, upstreamModel, stream, millis, firstByteMillis, costMicros, details } =
    report
  const { failedMicros, failedUnpriced } = report
  const currency = overview.value?.currency
  const remedy = failureRemedy(report)
  const raw = JSON.stringify(report, undefined, 2)
  return (
    <>
      <p class="facts">
        <StatusMark row={report} />
        {millis !== undefined && <span>{formatMillis(millis)}</span>}
        {firstByteMillis !== undefined && <span>first byte after {formatMillis(firstByteMillis)}</span>}
        <span>{costMicros === undefined || currency === undefined ? 'not priced' : formatMoney(costMicros, currency)}</span>
        {failedMicros !== undefined && currency !== undefined && (
          <span class="warn">of it {formatMoney(failedMicros, currency)} on failed attempts</span>
        )}
        {failedUnpriced && <span class="warn">a failed attempt has no price</span>}
        <Moment at={at} />
        <Moment at={at} distance />
      </p>
      <p>
        <ShownText text={client ?? 'a client that is not known'} /> · key <ShownText text={key.name ?? key.id} /> ·{' '}
        <ShownText text={format} /> <ShownText text={operation} />
        {stream && ', streamed'} · <ShownText text={model === '' ? '(no model)' : model} /> →{' '}
        {channel === undefined ? (
          'no channel'
        ) : (
          <>
            <ShownText text={channel} />/<ShownText text={upstreamModel ?? model} />
          </>
        )}
      </p>
      {remedy !== undefined && (
        <div class="note bad">
          <p>
            <strong>{remedy.what}</strong> {remedy.remedy}
          </p>
          <Words by="The upstream said" text={details?.attempts?.at(-1)?.message} />
          <Words by="The client was told" text={details?.errorMessage} />
        </div>
      )}
      <AttemptChart report={report} />
      <TokenSums report={report} />
      <NoticeList report={report} />
      {details?.upstreamId !== undefined && (
        <p>
          Id at the upstream:{' '}
          <code>
            <ShownText text={details.upstreamId} />
          </code>{' '}
          <CopyButton text={details.upstreamId} />
        </p>
      )}
      <RecordingPart id={id} />
      <details>
        <summary>Record</summary>
        <CopyButton text={raw} label="Copy the record" />
        <pre tabIndex={0} aria-label="Record as JSON">
          {visibleText(cutText(raw, 50_000).shown, true)}
        </pre>
      </details>
      <details>
        <summary>As a command</summary>
        <Command text={`interlingua requests ${id}`} />
        <SameRequest report={report} />
      </details>
    </>
  )
}
