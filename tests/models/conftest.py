"""A second model, made on the spot: a tiny BERT with random weights, other dimensions and prompts of its own."""

from __future__ import annotations

from pathlib import Path

import pytest
from sentence_transformers import SentenceTransformer
from sentence_transformers.sentence_transformer.modules import Normalize, Pooling, Transformer
from tokenizers import Tokenizer, models, normalizers, pre_tokenizers, processors, trainers
from transformers import BertConfig, BertModel, PreTrainedTokenizerFast

SPECIAL = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]
DIMENSIONS, MOST_TOKENS = 48, 64
ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="session")
def prose() -> list[str]:
    """Paragraphs that people wrote: the sample library's."""
    texts = [path.read_text("utf-8") for path in sorted((ROOT / "resources" / "sample").rglob("*.md"))]
    paragraphs = [each.strip() for text in texts for each in text.split("\n\n") if len(each.split()) > 12]
    return paragraphs[:120]


@pytest.fixture(scope="session")
def second_model(tmp_path_factory: pytest.TempPathFactory, prose: list[str]) -> Path:
    """The folder of a model of 48 dimensions and 64 tokens that reads German and English, with prompts."""
    home = tmp_path_factory.mktemp("made")
    BertModel(_config()).save_pretrained(home / "bert")
    _tokenizer(prose).save_pretrained(home / "bert")
    words = Transformer(str(home / "bert"), max_seq_length=MOST_TOKENS)
    model = SentenceTransformer(
        modules=[words, Pooling(DIMENSIONS, pooling_mode="mean"), Normalize()],
        prompts={"query": "ask: ", "document": "told: "},
        device="cpu",
    )
    folder = home / "tiny-model"
    model.save_pretrained(str(folder), create_model_card=False)
    (folder / "README.md").write_text("---\nlanguage:\n- de\n- en\nlicense: mit\n---\n# Tiny\n", "utf-8")
    return folder


def _config() -> BertConfig:
    return BertConfig(
        vocab_size=800,
        hidden_size=DIMENSIONS,
        num_hidden_layers=2,
        num_attention_heads=4,
        intermediate_size=96,
        max_position_embeddings=128,
    )


def _tokenizer(prose: list[str]) -> PreTrainedTokenizerFast:
    made = Tokenizer(models.WordPiece(unk_token="[UNK]"))
    made.normalizer = normalizers.BertNormalizer()
    made.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    made.train_from_iterator(prose, trainers.WordPieceTrainer(vocab_size=800, special_tokens=SPECIAL))
    ends = [(name, made.token_to_id(name)) for name in ("[CLS]", "[SEP]")]
    made.post_processor = processors.TemplateProcessing(single="[CLS] $A [SEP]", special_tokens=ends)
    return PreTrainedTokenizerFast(
        tokenizer_object=made,
        **{f"{name.strip('[]').lower()}_token": name for name in SPECIAL},
    )
