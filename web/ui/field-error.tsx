/** What is wrong with a field, below it; nothing where nothing is. */
export function FieldError({ text }: { text: string | false | undefined }) {
  return text ? (
    <div role="alert" className="il-field-error">
      {text}
    </div>
  ) : null
}
