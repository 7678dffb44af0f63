import { ShownText } from './shown-text.tsx'

/** Shows a text of several lines, such as the problems of a file, each on its own. */
export function ShownLines({ text }: { readonly text: string }) {
  return (
    <ul class="plain">
      {text.split('\n').map((line, index) => (
        <li key={index}>
          <ShownText text={line} most={1000} />
        </li>
      ))}
    </ul>
  )
}
