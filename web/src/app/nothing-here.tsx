import { Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import { Empty } from '../parts/empty';
import { Title } from '../parts/title';
import { useWords } from '../words/words';
import { frameWords } from './frame.words';

export function NothingHere() {
  const words = useWords(frameWords);
  const { nothingHere, product } = words;
  // An address without a page has no route, from which the frame would take the title.
  useEffect(() => {
    document.title = `${nothingHere} · ${product}`;
  }, [nothingHere, product]);
  return (
    <>
      <Title>{nothingHere}</Title>
      <Empty>
        {words.noView} <Link to="/">{words.home}</Link>
      </Empty>
    </>
  );
}
