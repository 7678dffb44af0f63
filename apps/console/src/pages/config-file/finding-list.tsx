import type { ConfigFinding } from '@interlingua/console/api'
import { ShownText } from '../../elements/shown-text.tsx'
import { formatCounted } from '../../format/numbers.ts'

/** Lists what a check has found. */
export function FindingList({ findings, file }: { readonly findings: readonly ConfigFinding[]; readonly file: string }) {
  const errors = findings.filter(({ level }) => level === 'error').length
  return (
    <div class={errors > 0 ? 'note bad' : findings.length > 0 ? 'note warn' : 'note'}>
      <p>
        <strong>
          <ShownText text={file} most={60} />: {formatCounted(errors, 'error')}, {formatCounted(findings.length - errors, 'warning')}
        </strong>
      </p>
      {findings.length > 0 && (
        <ul class="plain">
          {findings.map(({ level, message }, index) => (
            <li key={index}>
              <span class={level === 'error' ? 'bad' : 'warn'}>{level === 'error' ? '✕ error' : '⚠ warning'}</span>{' '}
              <ShownText text={message} most={1000} />
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
