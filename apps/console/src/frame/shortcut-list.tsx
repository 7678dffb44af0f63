import { Dialog } from '../elements/dialog.tsx'
import { pages } from './pages.ts'

const others: readonly (readonly [keys: readonly string[], does: string])[] = [
  [['/'], 'Filter this page'],
  [['j'], 'Next row or request'],
  [['k'], 'Row or request before'],
  [['?'], 'Show these keys'],
  [['Esc'], 'Close what is open'],
]

/** Dialog with the keys of the console. */
export function ShortcutList({ onClose }: { readonly onClose: () => void }) {
  const places = pages.map(({ letter, title }) => [['g', letter], title] as const)
  return (
    <Dialog title="Keys" onClose={onClose}>
      <dl class="keys">
        {[...places, ...others].map(([keys, does]) => (
          <div key={does}>
            <dt>
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
