import { Link } from '@tanstack/react-router';
import { Empty } from '../parts/empty';
import { Title } from '../parts/title';
import { useWords } from '../words/words';
import { frameWords } from './frame.words';

export function NothingHere() {
  const words = useWords(frameWords);
  return (
    <>
      <Title>{words.nothingHere}</Title>
      <Empty>
        {words.noView} <Link to="/">{words.home}</Link>
      </Empty>
    </>
  );
}
