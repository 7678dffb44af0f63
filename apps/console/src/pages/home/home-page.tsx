import type { Overview } from '@interlingua/console/api'
import { AnswerView } from '../../elements/answer-view.tsx'
import { ShownText } from '../../elements/shown-text.tsx'
import { ChannelList } from './channel-list.tsx'
import { FirstSteps } from './first-steps.tsx'
import { healthSentence } from './health-sentence.ts'
import { Lately } from './lately.tsx'
import { Tiles } from './tiles.tsx'

/** First page: does it work, and what is to be done next? */
export function HomePage() {
  return (
    <AnswerView<Overview> path="/overview" noun="overview" bars={6}>
      {(overview) => <Home overview={overview} />}
    </AnswerView>
  )
}

function Home({ overview }: { readonly overview: Overview }) {
  const { level, text, reasons } = healthSentence(overview)
  const isUsed = overview.lately.length > 0
  return (
    <>
      <p class={`health ${level}`} role="status">
        <span aria-hidden="true">{level === 'ok' ? '●' : level === 'warn' ? '▲' : '✕'}</span> {text}
      </p>
      {reasons.length > 0 && (
        <ul>
          {reasons.map(({ reason, remedy }) => (
            <li key={reason}>
              <ShownText text={reason} most={500} />: {remedy}
            </li>
          ))}
        </ul>
      )}
      {overview.demo && (
        <div class="note warn">
          <p>
            <strong>A scripted program answers here, no model.</strong> Set <code>ANTHROPIC_API_KEY</code>, <code>OPENAI_API_KEY</code> or{' '}
            <code>GEMINI_API_KEY</code> and start again, or write an <code>interlingua.yaml</code>: <code>interlingua init</code>
          </p>
        </div>
      )}
      {isUsed && <Tiles overview={overview} />}
      {isUsed && <ChannelList channels={overview.channels} />}
      <FirstSteps steps={overview.steps} />
      {isUsed && <Lately rows={overview.lately} />}
    </>
  )
}
