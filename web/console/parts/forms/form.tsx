import './forms.css';
import type { ReactNode } from 'react';
import type { Change } from '../../api/use-change.js';
import { text } from '../../texts/text.js';
import { Button, WriteButton } from './buttons.js';
import { Dialog } from './dialog.js';
import { FieldErrors } from './field.js';
import { FormErrors, type Refusal } from './form-errors.js';

interface FormProps {
  readonly change: Refusal & { readonly isRunning: boolean };
  /** The fields by their names in the input, for the summary of errors. */
  readonly labels?: Readonly<Record<string, string>>;
  readonly onSubmit: (values: FormData, form: HTMLFormElement) => unknown;
  readonly children: ReactNode;
}

/** A form whose fields the browser keeps until they are submitted. The server judges them, not the browser. */
export function Form({ change, labels, onSubmit, children }: FormProps) {
  return (
    <form
      className="form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!change.isRunning) void onSubmit(new FormData(event.currentTarget), event.currentTarget);
      }}
    >
      <FormErrors refusal={change} labels={labels} />
      <FieldErrors value={change.userErrors}>{children}</FieldErrors>
    </form>
  );
}

interface DialogFormProps extends FormProps, Omit<FormButtonsProps, 'isRunning'> {
  readonly title: string;
}

export function DialogForm({ title, action, onClose, children, ...form }: DialogFormProps) {
  return (
    <Dialog title={title} onClose={onClose}>
      <Form {...form}>
        {children}
        <FormButtons action={action} isRunning={form.change.isRunning} onClose={onClose} />
      </Form>
    </Dialog>
  );
}

interface FormButtonsProps {
  readonly action: string;
  readonly isRunning: boolean;
  readonly onClose: () => void;
}

/** The end of a form in a dialog. */
export function FormButtons({ action, isRunning, onClose }: FormButtonsProps) {
  return (
    <div className="buttons">
      <Button onClick={onClose}>{text.forms.cancel}</Button>
      <WriteButton type="submit" look="primary" isRunning={isRunning}>
        {action}
      </WriteButton>
    </div>
  );
}

interface SaveButtonProps {
  readonly change: Pick<Change<unknown, never>, 'isRunning' | 'isDone'>;
}

/** The end of a form on a page. */
export function SaveButton({ change }: SaveButtonProps) {
  return (
    <div className="actions">
      <WriteButton type="submit" look="primary" isRunning={change.isRunning}>
        {text.forms.save}
      </WriteButton>
      <span role="status" className="saved">
        {change.isDone && text.forms.saved}
      </span>
    </div>
  );
}
