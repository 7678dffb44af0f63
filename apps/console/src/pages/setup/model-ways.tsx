import type { ModelRow, RecipeText, Resolution } from '@interlingua/console/api'
import { useCached } from '../../api/cache.ts'
import { Command } from '../../elements/copy-button.tsx'
import { FailureNote } from '../../elements/failure-note.tsx'
import { ShownText } from '../../elements/shown-text.tsx'
import { FileChange } from '../config-file/file-change.tsx'
import { WriteOption } from '../config-file/write-option.tsx'
import { visibleText } from '../../format/visible-text.ts'

interface ModelWaysProps {
  readonly recipe: RecipeText
  readonly keyId: string | undefined
  readonly onModel: (model: string) => void
}

/** Models that the agent asks for, and who answers each. */
export function ModelWays({ recipe, keyId, onModel }: ModelWaysProps) {
  const { model = '', speaks } = recipe
  const { answer: models } = useCached<{ readonly rows: readonly ModelRow[] }>('/models')
  const question = new URLSearchParams({
    model,
    ...(speaks !== undefined && { format: speaks }),
    ...(keyId !== undefined && { key: keyId }),
  })
  const { answer: way, failure } = useCached<Resolution>(`/resolve?${question.toString()}`)
  const listed = (models?.rows ?? []).map(({ id }) => id).filter((id) => !id.includes('*'))
  const ids = listed.includes(model) ? listed : [model, ...listed]
  const unserved = recipe.alsoAsks.filter(({ channel }) => channel === undefined)
  const [target] = way?.targets ?? []
  return (
    <>
      <table class="rows">
        <thead>
          <tr>
            <th scope="col">it asks for</th>
            <th scope="col">is answered by</th>
          </tr>
        </thead>
        <tbody>
          <tr>
            <th scope="row" data-label="it asks for">
              <select aria-label="Model" value={model} onChange={({ currentTarget }) => onModel(currentTarget.value)}>
                {ids.map((id) => (
                  <option key={id} value={id}>
                    {visibleText(id.slice(0, 100))}
                  </option>
                ))}
              </select>
            </th>
            <td data-label="is answered by">
              {way === undefined ? (
                <span class="muted">…</span>
              ) : way.refusal !== undefined ? (
                <span class="bad">
                  nobody: <ShownText text={way.refusal} />
                </span>
              ) : target === undefined ? (
                <span class="bad">nobody: it will fail</span>
              ) : (
                <span>
                  <ShownText text={target.channel} /> · <ShownText text={target.model} />
                  {way.route !== undefined && ' (by a route)'}
                  {target.state !== 'closed' && <span class="warn"> ▲ the channel is left alone for now</span>}
                </span>
              )}
            </td>
          </tr>
          {recipe.alsoAsks.map(({ model: id, channel }) => (
            <tr key={id}>
              <th scope="row" data-label="it asks for">
                <ShownText text={id} />
              </th>
              <td data-label="is answered by">
                {channel === undefined ? <span class="warn">⚠ nobody: what it does with it will fail</span> : <ShownText text={channel} />}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {failure !== undefined && <FailureNote what="The way of the model could not be read." error={failure} />}
      {unserved.length > 0 && (
        <>
          <p>The models that nobody serves can be led to another one, by lines in the configuration:</p>
          <Command text={`routes:\n${unserved.map(({ model: id }) => `  - { match: '${id}', to: '${model}' }`).join('\n')}`} />
        </>
      )}
      <WriteOption label="Add routes to the file" offered={unserved.length > 0}>
        {(close) => <FileChange edit={{ routes: unserved.map(({ model: match }) => ({ match, to: model })) }} onClose={close} />}
      </WriteOption>
      {recipe.notes.length > 0 && (
        <ul>
          {recipe.notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      )}
    </>
  )
}
