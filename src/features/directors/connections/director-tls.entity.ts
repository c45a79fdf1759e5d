import { Column, Entity, PrimaryColumn } from 'typeorm';

/** TLS worked with a Director: from then on a connection without it is refused where it is only preferred. */
@Entity()
export class DirectorTlsEntity {
  /** Name in this console, of a stored entry or of one of DIRECTORS_FILE. */
  @PrimaryColumn({ type: 'text' })
  director!: string;

  /** What the name stood for; see TlsMemory. */
  @PrimaryColumn({ type: 'text' })
  target!: string;

  @Column({ type: 'timestamptz', precision: 3 })
  firstAt!: Date;
}
