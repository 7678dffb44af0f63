import type { RequestReport } from '@interlingua/console/api'
import { NoticeKind } from '../../elements/notice-kind.tsx'
import { ShownText } from '../../elements/shown-text.tsx'
import { noticePath } from '../notices/notice-path.ts'

/** Losses of a translation, each with its place in the client's document. */
export function NoticeList({ report: { notices, details, meanings = {} } }: { readonly report: RequestReport }) {
  const found = details?.notices
  return (
    <section aria-labelledby="notices">
      <h2 id="notices">Notices</h2>
      {notices.length === 0 ? (
        <p class="muted">Nothing was lost.</p>
      ) : (
        <table class="rows">
          <thead>
            <tr>
              <th scope="col">kind</th>
              <th scope="col">notice</th>
              <th scope="col">place in the client’s document</th>
              <th scope="col">meaning</th>
            </tr>
          </thead>
          <tbody>
            {(found ?? notices.map((code) => ({ code, kind: undefined, path: undefined }))).map(({ code, kind, path }, index) => {
              return (
                <tr key={index}>
                  <td data-label="kind">
                    <NoticeKind kind={kind} />
                  </td>
                  <th scope="row" data-label="notice">
                    <a href={noticePath(code)} title="What it means, and where it happens">
                      <code>
                        <ShownText text={code} most={60} />
                      </code>
                    </a>
                  </th>
                  <td data-label="place">
                    {path === undefined ? (
                      <span class="muted">not kept any more</span>
                    ) : (
                      <span>
                        <code>
                          <ShownText text={path === '' ? 'the whole document' : path} most={200} />
                        </code>
                      </span>
                    )}
                  </td>
                  <td data-label="meaning" class="wide">
                    {meanings[code] === undefined ? (
                      <span class="muted">not known here</span>
                    ) : (
                      <ShownText text={meanings[code]} most={200} />
                    )}
                  </td>
                </tr>
              )
            })}
          </tbody>
        </table>
      )}
    </section>
  )
}
