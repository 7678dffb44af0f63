import type { Resolution } from '@interlingua/console/api'
import { useLocation } from 'preact-iso/router'
import { useEffect, useState } from 'preact/hooks'
import { AnswerView } from '../../elements/answer-view.tsx'
import { ChannelState } from '../../elements/channel-state.tsx'
import { Command } from '../../elements/copy-button.tsx'
import { EmptyNote } from '../../elements/empty-note.tsx'
import { ShownText } from '../../elements/shown-text.tsx'

/** Finds out which channels a request for a model would go to. The question is in the address. */
export function ResolveForm() {
  const { query, route } = useLocation()
  const model = query['model'] ?? ''
  const [draft, setDraft] = useState(model)
  useEffect(() => setDraft(model), [model])
  return (
    <>
      <form
        class="tools"
        role="search"
        onSubmit={(event) => {
          event.preventDefault()
          route(`/console/channels?${new URLSearchParams({ tab: 'resolve', model: draft.trim() }).toString()}`, true)
        }}
      >
        <input
          type="search"
          data-filter
          aria-label="Model, as a client names it"
          placeholder="model, as a client names it"
          spellcheck={false}
          value={draft}
          onInput={({ currentTarget }) => setDraft(currentTarget.value)}
        />
        <button type="submit">Find</button>
      </form>
      {model === '' ? (
        <EmptyNote what="Name a model, and see the channels that a request for it may go to, the best first." />
      ) : (
        <AnswerView<Resolution> path={`/resolve?${new URLSearchParams({ model }).toString()}`} noun="way of the model" bars={3}>
          {(resolution) => <Targets resolution={resolution} />}
        </AnswerView>
      )}
    </>
  )
}

function Targets({ resolution: { model, route, targets } }: { readonly resolution: Resolution }) {
  return (
    <>
      {route !== undefined && (
        <p>
          The route <ShownText text={route} most={80} /> of the configuration replaces it.
        </p>
      )}
      {targets.length === 0 ? (
        <div class="note bad" role="status">
          <p>
            <strong>No channel serves it.</strong> A request for <ShownText text={model} most={80} /> is refused with 404.
          </p>
        </div>
      ) : (
        <table class="rows">
          <thead>
            <tr>
              <th scope="col">order</th>
              <th scope="col">channel</th>
              <th scope="col">model there</th>
              <th scope="col">listed as</th>
              <th scope="col">health</th>
            </tr>
          </thead>
          <tbody>
            {targets.map(({ channel, model: served, listed, state }, index) => (
              <tr key={index}>
                <td data-label="order">{index + 1}</td>
                <th scope="row" data-label="channel">
                  <ShownText text={channel} most={60} />
                </th>
                <td data-label="model there">
                  <ShownText text={served} most={80} />
                </td>
                <td data-label="listed as">
                  <ShownText text={listed} most={80} />
                </td>
                <td data-label="health">
                  <ChannelState channel={{ state }} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <Command text={`interlingua resolve ${/^[\w@%+=:,./-]+$/.test(model) ? model : `'${model.replaceAll("'", `'\\''`)}'`}`} />
    </>
  )
}
