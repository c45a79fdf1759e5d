import { Column } from 'typeorm';

/** Some days' ended runs, and those of as many days before. */
export class SpanColumns {
  @Column({ type: 'integer' })
  completed!: number;

  @Column({ type: 'integer' })
  warning!: number;

  @Column({ type: 'integer' })
  error!: number;

  @Column({ type: 'integer' })
  canceled!: number;

  @Column({ type: 'bigint' })
  files!: string;

  @Column({ type: 'bigint' })
  bytes!: string;

  @Column({ type: 'integer' })
  runsBefore!: number;

  @Column({ type: 'bigint' })
  bytesBefore!: string;
}
