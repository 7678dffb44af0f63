import type { ComponentType } from 'preact'
import { useLocation } from 'preact-iso/router'
import { useRef } from 'preact/hooks'

export interface Tab {
  readonly id: string
  readonly title: string
  readonly Content: ComponentType
}

/** Tabs whose choice is in the address. https://www.w3.org/WAI/ARIA/apg/patterns/tabs/ */
export function Tabs({ tabs, label }: { readonly tabs: readonly Tab[]; readonly label: string }) {
  const { path, query, route } = useLocation()
  const list = useRef<HTMLDivElement>(null)
  const chosen = tabs.find(({ id }) => id === query['tab']) ?? tabs[0]
  if (!chosen) return null
  const { Content } = chosen

  function choose(index: number): void {
    const tab = tabs[(index + tabs.length) % tabs.length]
    if (!tab) return
    route(`${path}?tab=${tab.id}`, true)
    list.current?.querySelector<HTMLElement>(`#tab-${tab.id}`)?.focus()
  }

  function onKey(event: KeyboardEvent, index: number): void {
    const steps: Readonly<Record<string, number>> = { ArrowRight: index + 1, ArrowLeft: index - 1, Home: 0, End: tabs.length - 1 }
    const next = steps[event.key]
    if (next === undefined) return
    event.preventDefault()
    choose(next)
  }

  return (
    <>
      <div class="tabs" role="tablist" aria-label={label} ref={list}>
        {tabs.map(({ id, title }, index) => (
          <button
            key={id}
            id={`tab-${id}`}
            type="button"
            role="tab"
            aria-selected={id === chosen.id}
            aria-controls="tab-content"
            tabIndex={id === chosen.id ? 0 : -1}
            onClick={() => choose(index)}
            onKeyDown={(event) => onKey(event, index)}
          >
            {title}
          </button>
        ))}
      </div>
      <div id="tab-content" role="tabpanel" aria-labelledby={`tab-${chosen.id}`}>
        <Content key={chosen.id} />
      </div>
    </>
  )
}
