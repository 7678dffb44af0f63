import { cutText, visibleText } from '../format/visible-text.ts'
import { formatCount } from '../format/numbers.ts'

/** Shows a text that people, models or programs wrote: as text, in its own direction of writing, with each sign seen, and not too long. */
export function ShownText({ text, most = 200 }: { readonly text: string; readonly most?: number }) {
  const { shown, length } = cutText(text, most)
  return (
    <bdi class="shown">
      {visibleText(shown)}
      {length !== undefined && <span class="cut">{` … (${formatCount(length)} characters)`}</span>}
    </bdi>
  )
}
