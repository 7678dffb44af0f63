import type { RecipeText, RequestRow } from '@interlingua/console/api'
import { useRef } from 'preact/hooks'
import { FailureNote } from '../../elements/failure-note.tsx'
import { Moment } from '../../elements/moment.tsx'
import { ShownText } from '../../elements/shown-text.tsx'
import { formatCounted, formatMillis } from '../../format/numbers.ts'
import { now } from '../../live/now.ts'
import { requestPath } from '../requests/listed-requests.ts'
import { type SeenRequest, type Stage, stagesOf } from './first-request.ts'
import { NothingComes } from './nothing-comes.tsx'
import { useFirstRequest } from './use-first-request.ts'

interface FirstRequestProps {
  readonly keyId: string | undefined
  readonly isNew: boolean
  readonly recipe: RecipeText
  readonly secret: string | undefined
}

/** Milliseconds without a request after which the page says what to look at. */
const long = 180_000

const signs = { good: '✓', bad: '✕', waiting: '○' } as const
const words = { good: 'done', bad: 'failed', waiting: 'awaited' } as const
const classes = { good: 'ok', bad: 'bad', waiting: 'muted' } as const

/** Light that turns green by the agent's first request that goes well. */
export function FirstRequestLight({ keyId, isNew, recipe, secret }: FirstRequestProps) {
  const { failure, ...seen } = useFirstRequest({ keyId, isNew, format: recipe.speaks })
  const began = useRef(now.peek())
  const stages = stagesOf(seen)
  const request: SeenRequest | undefined = seen.ended ?? seen.running ?? seen.refused
  const bad = stages.find(({ state }) => state === 'bad')
  const isGood = stages.every(({ state }) => state === 'good')
  const light = isGood ? 'good' : bad ? 'bad' : 'waiting'
  return (
    <>
      <p class={`light ${light}`} role="status">
        <span class="lamp" aria-hidden="true" />
        {isGood ? (
          <strong>{recipe.title} works through this gateway.</strong>
        ) : bad ? (
          <strong>A request came, and failed. The next one is awaited.</strong>
        ) : request ? (
          <span>A request is being answered …</span>
        ) : (
          <span>Waiting for the first request of this key …</span>
        )}
      </p>
      <ol class="stages">
        {stages.map((stage) => (
          <StageRow key={stage.name} stage={stage} />
        ))}
      </ol>
      {request && <Facts request={request} />}
      {seen.ended && <Losses row={seen.ended} />}
      {failure !== undefined && <FailureNote what="The list of requests could not be read; it is tried again." error={failure} />}
      {!isGood && <NothingComes recipe={recipe} secret={secret} open={request === undefined && now.value - began.current > long} />}
    </>
  )
}

function StageRow({ stage: { name, state, problem } }: { readonly stage: Stage }) {
  return (
    <li>
      <span class={classes[state]}>
        <span aria-hidden="true">{signs[state]}</span> {name}
        <span class="hidden"> ({words[state]})</span>
      </span>
      {problem && (
        <p>
          <strong>{problem.what}</strong> {problem.remedy}
        </p>
      )}
    </li>
  )
}

function Facts({ request }: { readonly request: SeenRequest }) {
  const { at, client, format, model, channel, upstreamModel, stream, millis, outcome } = request
  return (
    <p>
      <Moment at={at} /> <ShownText text={client ?? 'a program that does not say its name'} most={60} />
      {model !== undefined && model !== '' && (
        <>
          {' asked for '}
          <ShownText text={model} most={80} />
        </>
      )}
      {format !== undefined && (
        <>
          {' in the format '}
          <ShownText text={format} most={40} />
        </>
      )}
      {channel !== undefined && (
        <>
          {', '}
          {outcome === 'ok' ? 'answered by' : 'sent to'} <ShownText text={channel} most={40} /> (
          <ShownText text={upstreamModel ?? model ?? ''} most={80} />)
        </>
      )}
      {stream === true && ', streamed'}
      {millis !== undefined && `, ${formatMillis(millis)}`}
      {outcome !== undefined && request.tokens !== undefined && (
        <>
          {'. '}
          <a href={requestPath({ id: request.id, at })}>Open the request</a>
        </>
      )}
    </p>
  )
}

function Losses({ row: { notices, id, at } }: { readonly row: RequestRow }) {
  if (notices.length === 0) return <p class="muted">Nothing of it was lost.</p>
  return (
    <p>
      <span class="warn" aria-hidden="true">
        ⚠
      </span>{' '}
      {formatCounted(notices.length, 'kind')} of loss:{' '}
      {notices.slice(0, 8).map((code, index) => (
        <span key={code}>
          {index > 0 && ', '}
          <code>
            <ShownText text={code} most={60} />
          </code>
        </span>
      ))}
      . <a href={requestPath({ id, at })}>What is lost, and where</a>
    </p>
  )
}
