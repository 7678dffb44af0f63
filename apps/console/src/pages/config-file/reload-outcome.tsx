import type { ReloadReport } from '@interlingua/console/api'
import { Moment } from '../../elements/moment.tsx'
import { ShownText } from '../../elements/shown-text.tsx'
import { ShownLines } from '../../elements/shown-lines.tsx'

/** Says what became of a reload. */
export function ReloadOutcome({ report: { file, at, problem, restart } }: { readonly report: ReloadReport }) {
  if (problem !== undefined)
    return (
      <div class="note bad">
        <p>
          <strong>
            <ShownText text={file} most={60} /> was refused; what was in force goes on.
          </strong>
        </p>
        <ShownLines text={problem} />
      </div>
    )
  return (
    <div class={restart.length === 0 ? 'note' : 'note warn'}>
      <p>
        <span class="ok">✓</span> <ShownText text={file} most={60} /> is in force since <Moment at={at} />.
      </p>
      {restart.length > 0 && (
        <p>
          Needs a restart:{' '}
          {restart.map((name, index) => (
            <>
              {index > 0 && ', '}
              <code>{name}</code>
            </>
          ))}
        </p>
      )}
    </div>
  )
}
