/** Saves the entries that are listed as a table for other programs. */
import Button from '@cloudscape-design/components/button'
import type { Entity } from '../../../../shared/model/entity.ts'
import { notify } from '../../../frame/notify.ts'
import { useErrorText } from '../../../texts/error-text.ts'
import { useLocale } from '../../../texts/texts.ts'
import { useToday } from '../../../ui/dates.tsx'
import { useLanguageName } from '../../../ui/localized.tsx'
import { csvFile, saveAs } from '../../../ui/save-file.ts'
import { csvRows, separatorIn } from '../model/csv.ts'
import type { ClassDescription } from '../model/description.ts'
import type { AdminWords } from '../use-admin-words.ts'

export function CsvButton({
  description,
  words,
  isEmpty,
  entities,
  pathOf,
}: {
  description: ClassDescription
  words: AdminWords
  isEmpty: boolean
  /** In their order. Asked for when the file is: of a large tree that is work. */
  entities(): readonly Entity[]
  /** Of an entry of a tree. */
  pathOf?(entity: Entity): string
}) {
  const { locale } = useLocale()
  const languageName = useLanguageName()
  const errorText = useErrorText()
  const today = useToday()
  const save = async () => {
    try {
      const lead = pathOf && { title: words.t('csv.path'), of: pathOf }
      const rows = csvRows(entities(), description, { ...words, languageName }, lead)
      const name = words.t(`class.${description.entityclass}.title`)
      saveAs(await csvFile(rows, separatorIn(locale)), `${name}-${today}.csv`)
    } catch (error) {
      notify.error({ id: 'admin:csv', text: errorText(error) })
    }
  }
  return (
    <Button
      iconName="download"
      ariaLabel={words.t('csv.label')}
      disabled={isEmpty}
      onClick={() => void save()}
    >
      CSV
    </Button>
  )
}
