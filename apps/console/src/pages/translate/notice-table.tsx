import type { TranslatedNotice } from '@interlingua/console/api'
import { ShownText } from '../../elements/shown-text.tsx'
import { noticePath } from '../notices/notice-path.ts'
import { kindOrder, signOfKind } from './notice-kinds.ts'

type PlacedNotice = Pick<TranslatedNotice, 'kind' | 'code' | 'message' | 'path' | 'benign'>

interface NoticeSumsProps {
  readonly notices: readonly PlacedNotice[]
  /** Verdict of the policy. Absent: policies do not look at streams. */
  readonly policy?: { readonly refusal: string | undefined }
}

/** Sums of the losses by kind, and what the policy says of them. */
export function NoticeSums({ notices, policy }: NoticeSumsProps) {
  const harmless = notices.filter(({ benign }) => benign).length
  return (
    <>
      <p class="facts" role="status">
        {kindOrder.map((kind) => {
          const { sign, word, className } = signOfKind(kind)
          const count = notices.filter((notice) => notice.kind === kind).length
          return (
            <span key={kind} class={count === 0 ? 'muted' : `sum ${className}`}>
              <span aria-hidden="true">{sign}</span> {count} {word}
            </span>
          )
        })}
        {harmless > 0 && <span class="muted">{harmless} of them harmless</span>}
        {policy && <span>{policy.refusal === undefined ? 'The policy lets it pass.' : 'The policy refuses it.'}</span>}
      </p>
      {policy?.refusal !== undefined && (
        <div class="note bad" role="alert">
          <p>
            <strong>Refused:</strong> <ShownText text={policy.refusal} most={500} /> What stands above would be sent under the policy
            report.
          </p>
        </div>
      )}
    </>
  )
}

interface NoticeTableProps<Notice extends PlacedNotice> {
  readonly notices: readonly Notice[]
  readonly current: number
  /** Line of a notice in the given document. Absent: notices have no lines there. */
  readonly lineOf?: (notice: Notice) => number
  readonly onGo?: (index: number) => void
}

/** Rows that are shown at most; the marks on the lines are there for all. */
const most = 300

/** Losses as a list, for those who do not see the marks. */
export function NoticeTable<Notice extends PlacedNotice>({ notices, current, lineOf, onGo }: NoticeTableProps<Notice>) {
  if (notices.length === 0) return <p class="muted">Nothing is lost.</p>
  return (
    <>
      <table class="rows notices">
        <thead>
          <tr>
            <th scope="col">kind</th>
            <th scope="col">place</th>
            <th scope="col">what became of it</th>
            <th scope="col">notice</th>
          </tr>
        </thead>
        <tbody>
          {notices.slice(0, most).map((notice, index) => {
            const { kind, code, message, path } = notice
            const { sign, word, className } = signOfKind(kind)
            const place = <ShownText text={path === '' ? 'the document' : path} most={120} />
            return (
              <tr key={index} class={index === current ? 'current' : undefined}>
                <td data-label="kind">
                  <span class={`sum ${className}`}>
                    <span aria-hidden="true">{sign}</span> {word}
                  </span>
                </td>
                <td data-label="place">
                  {onGo ? (
                    <button type="button" class="plain place" data-notice={index} onClick={() => onGo(index)}>
                      <code>{place}</code>
                      {lineOf && `, line ${lineOf(notice)}`}
                    </button>
                  ) : (
                    <code>{place}</code>
                  )}
                </td>
                <td data-label="what became of it" class="wide">
                  <ShownText text={message} most={500} />
                </td>
                <th scope="row" data-label="notice">
                  <a href={noticePath(code)} title="Where it happens, and what can be done">
                    <code>
                      <ShownText text={code} most={60} />
                    </code>
                  </a>
                </th>
              </tr>
            )
          })}
        </tbody>
      </table>
      {notices.length > most && <p class="muted">{notices.length - most} more are marked on their lines.</p>}
    </>
  )
}
