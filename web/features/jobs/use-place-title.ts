/** Titles of places in the data of products, companies, categories …, for the reasons of jobs. */
import { useCallback } from 'react'
import { useReference } from '../../api/reference.ts'
import { useTexts } from '../../texts/texts.ts'
import { pointerParts } from '../../ui/json-at.ts'
import { useTitle } from '../../ui/localized.tsx'

/** Ends of the period of an approval, whose own data are told of without the way to them. */
const periods: Record<string, string> = { begin: 'date', end: 'until' }

/** The title of the place that a JSON pointer names; the pointer itself where it is of nothing that has a title. */
export function usePlaceTitle(): (place: string) => string {
  const jobs = useTexts('jobs')
  const companies = useTexts('companies')
  const product = useTexts('product')
  const { fielddefinitions, lists } = useReference()
  const title = useTitle()
  return useCallback(
    (place) => {
      const [root = '', id = '', key = '', ...rest] = pointerParts(place)
      const said = (t: typeof jobs, name: string) => t(name, { defaultValue: '' })
      const inner = rest.map((part) => said(product, `part.${part}`)).findLast(Boolean)
      const joined = (...steps: (string | undefined)[]) => steps.filter(Boolean).join(' › ')
      if (root === 'baseData') return said(companies, id ? `field.${id}` : 'section.base') || id
      if (root === 'addresses' || root === 'contactPersons') {
        const section = said(companies, `section.${root === 'addresses' ? 'addresses' : 'contacts'}`)
        return joined(section, key && said(companies, `field.${key === '_order' ? 'order' : key}`))
      }
      if (root !== 'listData') {
        const known = said(jobs, `place.${root}`) || said(product, `key.${root}`)
        return known || said(companies, `field.${root}`) || said(product, `part.${periods[root]}`) || place
      }
      const list = lists.get(id)
      const named = key === '_linked' ? (rest[0] ?? '') : key
      const field = [...fielddefinitions.values()].find(({ data }) => data.path === named)
      // What is not known is told by its name in the data, so that it can be found there.
      const ofList = list ? title(list.data.title) : `${said(product, 'key.list')} ${id}`.trim()
      const ofField = field ? title(field.data.title) : said(product, `key.${named}`) || named
      return joined(ofList, ofField, inner) || place
    },
    [jobs, companies, product, fielddefinitions, lists, title],
  )
}
