import type { Recording } from '@interlingua/console/api'
import { session } from '../../access/session.ts'
import { AnswerView } from '../../elements/answer-view.tsx'
import { Moment } from '../../elements/moment.tsx'
import { lazyPage } from '../../frame/lazy-page.tsx'

const Wires = lazyPage<{ readonly recording: Recording }>(async () => (await import('../recordings/recorded-wires.tsx')).RecordedWires)

/** Contents of a request, if they were recorded; only operators see them. */
export function RecordingPart({ id }: { readonly id: string }) {
  const { value: person } = session
  const isOperator = person.state === 'signed-in' && person.me.role === 'operator'
  return (
    <section aria-labelledby="recording">
      <h2 id="recording">Contents</h2>
      {isOperator ? (
        <AnswerView<Recording>
          path={`/requests/${encodeURIComponent(id)}/recording`}
          noun="recording"
          bars={3}
          absent={
            <p class="muted">
              Nothing was recorded of this request. <a href="/console/settings?tab=recording">Switch the recording on</a>
            </p>
          }
        >
          {(recording) => (
            <>
              <p class="bad">
                These contents were recorded, and will be deleted <Moment at={recording.expiresAt} distance />.
              </p>
              <Wires recording={recording} />
            </>
          )}
        </AnswerView>
      ) : (
        <p class="muted">Contents of requests and answers are shown to operators alone, where they were recorded.</p>
      )}
    </section>
  )
}
