import Button from '@cloudscape-design/components/button'
import Container from '@cloudscape-design/components/container'
import Header from '@cloudscape-design/components/header'
import { type ReactNode, useContext, useRef } from 'react'
import { useTexts } from '../../../texts/texts.ts'
import { FieldPlacesContext } from '../../../ui/field-places.ts'
import { useFocusNext } from '../../../ui/focus.ts'
import { type Section, useProductPage } from '../page-context.ts'

/** One section of the main tab: read-only until its own pencil, or `E`, opens it. */
export function ProductSection({
  section,
  title,
  counter,
  count = counter === undefined ? undefined : `(${counter})`,
  note,
  canEdit = true,
  children,
}: {
  section: Section
  title: string
  counter?: number
  /** As it is said, where it is not a number alone. */
  count?: string | undefined
  /** Where the values come from, where that is worth a sentence. */
  note?: string | undefined
  /** The viewer may edit this part; whether the list may be edited at all is known from the page. */
  canEdit?: boolean
  children: (isEditing: boolean) => ReactNode
}) {
  const t = useTexts('product')
  const { isEditable, isEditing, edit } = useProductPage()
  const places = useContext(FieldPlacesContext)
  const focusNext = useFocusNext()
  const box = useRef<HTMLDivElement>(null)
  const isOpen = canEdit && isEditing(section)
  return (
    <Container
      header={
        <Header
          variant="h2"
          description={note}
          counter={count}
          actions={
            isEditable &&
            canEdit &&
            !isOpen && (
              <Button
                iconName="edit"
                variant="inline-link"
                ariaLabel={t('editSection', { title })}
                onClick={() => {
                  edit(section)
                  focusNext(() => places?.focusFirstIn(box.current))
                }}
              >
                {t('edit')}
              </Button>
            )
          }
        >
          {title}
        </Header>
      }
    >
      <div ref={box}>{children(isOpen)}</div>
    </Container>
  )
}
