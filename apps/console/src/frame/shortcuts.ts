import { useEffect } from 'preact/hooks'
import { pages } from './pages.ts'

/** Milliseconds within which the second key follows `g`. */
const within = 1500

interface ShortcutActions {
  readonly go: (path: string) => void
  readonly showKeys: () => void
}

/** Listens for the keys of the whole page: `g` and a letter, `/`, `?`. Those of a dialog or a field are its own. */
export function useShortcuts({ go, showKeys }: ShortcutActions): void {
  useEffect(() => {
    let leaderAt = 0
    function onKey(event: KeyboardEvent): void {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return
      if (isWriting(event.composedPath()[0]) || document.querySelector('dialog[open]')) return
      const { key } = event
      const page = Date.now() - leaderAt < within ? pages.find(({ letter }) => letter === key) : undefined
      leaderAt = 0
      if (page) go(page.path)
      else if (key === 'g') leaderAt = Date.now()
      else if (key === '?') showKeys()
      else if (key !== '/' || !focusFilter()) return
      event.preventDefault()
    }
    // Before the listeners of pages, to which the second key after `g` is nothing.
    addEventListener('keydown', onKey, true)
    return () => removeEventListener('keydown', onKey, true)
  }, [go, showKeys])
}

/** True in a field, also in one within a shadow root, of which only the path of the event tells. */
function isWriting(target: EventTarget | undefined): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
}

/** Puts the cursor into the filter of the page. False if it has none. */
function focusFilter(): boolean {
  const filter = document.querySelector<HTMLInputElement>('[data-filter]')
  filter?.focus()
  return filter !== null
}
