/** Titles of places in the data of products, companies, categories …, for the reasons of jobs. */
import { useCallback } from 'react'
import { useReference } from '../../api/reference.ts'
import { useTexts } from '../../texts/texts.ts'
import { pointerParts } from '../../ui/json-at.ts'
import { useTitle } from '../../ui/localized.tsx'

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
      if (root === 'baseData') return joined(said(companies, `field.${id}`)) || place
      if (root === 'addresses' || root === 'contactPersons') {
        const section = said(companies, `section.${root === 'addresses' ? 'addresses' : 'contacts'}`)
        return joined(section, key && said(companies, `field.${key === '_order' ? 'order' : key}`))
      }
      if (root !== 'listData') return said(jobs, `place.${root}`) || said(product, `key.${root}`) || place
      const list = lists.get(id)
      const named = key === '_linked' ? (rest[0] ?? '') : key
      const field = [...fielddefinitions.values()].find(({ data }) => data.path === named)
      const ofList = list ? title(list.data.title) : said(product, 'key.list')
      return joined(ofList, field ? title(field.data.title) : said(product, `key.${named}`), inner) || place
    },
    [jobs, companies, product, fielddefinitions, lists, title],
  )
}
