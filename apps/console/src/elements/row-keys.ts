import { useEffect } from 'preact/hooks'

/** Moves the focus among the rows of a table by `j` and `k`: to links and buttons with `data-row`. */
export function useRowKeys(): void {
  useEffect(() => {
    function onKey(event: KeyboardEvent): void {
      const { key, target, ctrlKey, metaKey, altKey, defaultPrevented } = event
      if ((key !== 'j' && key !== 'k') || ctrlKey || metaKey || altKey || defaultPrevented || document.querySelector('dialog[open]')) return
      if (target instanceof HTMLElement && /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName)) return
      const rows = [...document.querySelectorAll<HTMLElement>('[data-row]')]
      const index = rows.findIndex((row) => row === document.activeElement)
      const next = index === -1 ? rows[0] : rows[index + (key === 'j' ? 1 : -1)]
      next?.focus()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])
}
